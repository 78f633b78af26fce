import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { SubmissionRefusal } from '../../forms/submission.ts';
import { type ConsultationData, getDeviceZone } from './load.ts';

/**
 * Reloads the page's data in the device's time zone after hydration, if the server chose another zone. A refusal is
 * left alone, because the visitor is reading it.
 */
export function useDeviceZone({ parameters, timeZone }: ConsultationData, refusal: SubmissionRefusal | null): void {
  const { revalidate } = useRevalidator();
  const zone = getDeviceZone();
  const isOtherZone = !parameters.zone && zone !== null && zone !== timeZone;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    if (isOtherZone && !refusal) void revalidate();
  }, []);
}
