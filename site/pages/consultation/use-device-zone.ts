import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { Refusal } from '../../forms/outcome.ts';
import { type ConsultationData, deviceZone } from './load.ts';

/** Shows times in the device's zone where the server, which cannot know it, had to choose; not while a refusal is read. */
export function useDeviceZone({ place, timeZone }: ConsultationData, refusal: Refusal | null): void {
  const { revalidate } = useRevalidator();
  const zone = deviceZone();
  const isOtherZone = !place.zone && zone !== null && zone !== timeZone;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive
  useEffect(() => {
    if (isOtherZone && !refusal) void revalidate();
  }, []);
}
