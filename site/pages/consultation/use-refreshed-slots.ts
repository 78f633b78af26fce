import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { Refusal } from '../../forms/outcome.ts';
import { type ConsultationData, deviceZone } from './load.ts';

/**
 * Asks for the slots again where the server could not know the device's zone, and where one was taken: an action that
 * refuses does not reload by itself.
 */
export function useRefreshedSlots({ place, timeZone }: ConsultationData, refusal: Refusal | null): void {
  const { revalidate } = useRevalidator();
  const isOtherZone = !place.zone && deviceZone() !== null && deviceZone() !== timeZone;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive
  useEffect(() => {
    if (isOtherZone) void revalidate();
  }, []);
  useEffect(() => {
    if (refusal?.status === 409) void revalidate();
  }, [refusal, revalidate]);
}
