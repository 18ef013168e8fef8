/** Letters without a decomposition, and those of other scripts, as `search_fold` of the server writes them. */
const LETTERS = new Map(
  (
    'ß:ss æ:ae œ:oe þ:th ø:o ł:l đ:d ð:d ı:i ħ:h ' +
    'α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o ' +
    'а:a б:b в:v г:g ґ:g д:d е:e є:e ж:zh з:z и:i і:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ы:y э:e ю:yu я:ya ' +
    'ا:a ب:b ت:t ث:th ج:j ح:h خ:kh د:d ذ:dh ر:r ز:z س:s ش:sh ص:s ض:d ط:t ظ:z ع:a غ:gh ف:f ق:q ك:k ل:l م:m ن:n ه:h ة:a و:w ي:y ى:a'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/**
 * Lower case without accents and invisible characters (soft hyphens), in Latin letters: `Ōsaka` is found by `osaka`, أ by ا,
 * and Я by ya.
 */
export function folded(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: most texts are ASCII
  return plain.replace(/[^\u0000-\u007f]/gu, (letter) => LETTERS.get(letter) ?? letter);
}
