import { useMediaQuery } from '@mantine/hooks';

/** True below the smallest breakpoint (600 px). */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 37.4375em)', false, { getInitialValueInEffect: false }) ?? false;
}
