import { lazy, Suspense } from 'react';

const Grouped = lazy(async () => {
  const { groupedPhone } = await import('./grouped-phone.ts');
  return { default: ({ number }: PhoneTextProps) => groupedPhone(number) };
});

interface PhoneTextProps {
  /** E.164. */
  readonly number: string;
}

/** A phone number in groups; as stored until the library that knows them is loaded. */
export function PhoneText({ number }: PhoneTextProps) {
  return (
    <bdi dir="ltr">
      <Suspense fallback={number}>
        <Grouped number={number} />
      </Suspense>
    </bdi>
  );
}
