/**
 * Names from these countries in Latin letters, as most people there write them in apps from abroad. Many machines lack
 * fonts for their scripts.
 */
export const ROMANISED_NAMES: Readonly<Record<string, { given: readonly string[]; family: readonly string[] }>> = {
  ja: {
    given:
      'Aiko Akari Asuka Ayumi Chihiro Daichi Daisuke Emi Haruka Haruto Hina Hiroshi Hiroto Kaito Kana Kazuki Kenji Kenta Mai Makoto Mao Mei Minato Misaki Nanami Naoki Ren Riku Rina Sakura Shota Sora Takumi Tatsuya Yui Yuki Yuna Yuto'.split(
        ' ',
      ),
    family:
      'Abe Aoki Endo Fujii Fujita Goto Hasegawa Hashimoto Hayashi Ikeda Inoue Ishikawa Ito Kato Kimura Kobayashi Kondo Maeda Matsumoto Mori Murakami Nakajima Nakamura Nishimura Ogawa Okada Saito Sakamoto Sasaki Sato Shimizu Suzuki Takahashi Tanabe Tanaka Watanabe Yamada Yamaguchi Yamamoto Yoshida'.split(
        ' ',
      ),
  },
  ko: {
    given:
      'Ara Bo-ra Chae-won Da-eun Do-yun Eun-ji Ga-eun Ha-eun Ha-joon Hye-jin Hyun-woo In-ho Jae-hyun Ji-hoon Ji-min Ji-won Ji-woo Jin-young Joo-won Jun-ho Kyung-min Min-jun Min-seo Na-yeon Sang-hoon Seo-jun Seo-yeon Seung-hyun So-yeon Soo-bin Sun-hee Sung-min Tae-yang Woo-jin Ye-jun Yeon-woo Yoo-jin Young-ho Yu-na'.split(
        ' ',
      ),
    family:
      'Ahn Bae Baek Cha Cho Choi Chung Gil Ha Han Heo Hong Hwang Jang Jeong Ji Jo Jung Kang Kim Ko Kwon Lee Lim Min Moon Nam No Oh Park Ryu Seo Shin Sim Song Woo Yang Yoo Yoon'.split(
        ' ',
      ),
  },
  zh_TW: {
    given:
      'Chia-hao Chia-ling Chia-wei Chien-hung Chih-ming Chin-yi Chun-chieh Guan-yu Hsiao-han Hsin-yi Hsuan Hui-ling Jia-qi Kuan-ting Li-wei Mei-hua Mei-ling Ming-che Pei-shan Pin-yu Po-han Shih-han Shu-fen Tsung-han Ting-yu Wei-lun Wen-chi Ya-ting Yi-chen Yi-hsuan Yi-ting Yu-chen Yu-hsin Yu-jie Yu-ting Zi-xuan'.split(
        ' ',
      ),
    family:
      'Chang Chao Chen Cheng Chiang Chiu Chou Chu Chuang Fan Fang Hsiao Hsieh Hsu Hu Huang Hung Kao Ko Kuo Lai Li Liang Liao Lin Liu Lo Lu Pan Peng Shen Shih Su Sun Tsai Tseng Wang Wu Yang Yeh'.split(
        ' ',
      ),
  },
  th: {
    given:
      'Anan Anong Apinya Arthit Benjawan Chai Chanida Duangjai Ekkachai Fah Kanya Kasem Kittisak Kulap Lawan Malee Mongkut Nattapong Natthida Niran Nok Pakorn Panida Pensri Phichai Pimchanok Prasert Ratana Sakchai Siriporn Somchai Somsak Suda Sukhum Supaporn Tanawat Thida Wanida Wichai Yupha'.split(
        ' ',
      ),
    family:
      'Boonmee Bunnag Chaiyasit Charoensuk Chantara Intharat Jaidee Kaewmanee Kittikachorn Klinsuwan Lertchai Meesuk Narongrit Nimmanhaemin Panyarachun Phongsai Phromma Prasertsri Rattanakosin Saelim Saetang Sangthong Siriwat Somboon Srisai Sukjai Suksawat Suwannarat Thongchai Wattanakul Wongsawat Yodrak'.split(
        ' ',
      ),
  },
  he: {
    given:
      'Adi Amit Ariel Avigail Ayala Dana Daniel Doron Eitan Elad Gal Galit Hadas Hila Ido Itamar Itay Keren Lior Maya Michal Moran Nadav Naama Noa Noam Ofir Omer Ori Roni Sagi Shani Shira Tal Tamar Tomer Yael Yonatan Yuval Ziv'.split(
        ' ',
      ),
    family:
      'Abramov Amar Azoulay Bar-Lev Ben-Ami Ben-David Biton Cohen Dahan Dayan Eliyahu Friedman Gabay Golan Goldberg Hadad Harel Katz Levi Levin Malka Mizrahi Nahum Ohana Ohayon Peretz Rosen Rubin Sasson Segal Shapira Shalom Sharabi Stern Tal Yosef Zohar'.split(
        ' ',
      ),
  },
};
