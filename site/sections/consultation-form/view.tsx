import { startTransition, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { SubmissionRefusal } from '../../forms/submission.ts';
import { useActionRefusal } from '../../forms/use-action-refusal.ts';
import { getConsultationAddress } from '../../parts/consultation-address.ts';
import { PageSection } from '../../parts/page-section.tsx';
import { PrintedForm } from '../../parts/printed-form.tsx';
import { getSectionAttributes } from '../../parts/section-attributes.ts';
import { createSection, type SectionProps } from '../section.ts';
import { appointmentModule } from './appointment-module.ts';
import { BookingForm } from './booking-form.tsx';
import { type ConsultationData, getDeviceZone, loadConsultation } from './load.ts';
import { SlotPicker } from './slot-picker.tsx';
import { TimeScale } from './time-scale.tsx';

/**
 * Reloads the page's data in the device's time zone after hydration, if the server chose another zone. A refusal is
 * left alone, because the visitor is reading it. Returns whether the times are in the zone in which they stay.
 */
function useDeviceZone({ parameters, timeZone }: ConsultationData, refusal: SubmissionRefusal | null): boolean {
  const [isSettled, setSettled] = useState(false);
  const { revalidate } = useRevalidator();
  const zone = getDeviceZone();
  const isOtherZone = !parameters.zone && zone !== null && zone !== timeZone;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    // The router shows the other times in a transition, before which the times must not be usable.
    if (isOtherZone && !refusal) void revalidate().then(() => startTransition(() => setSettled(true)));
    else setSettled(true);
  }, []);
  return isSettled;
}

type ConsultationProps = SectionProps<'form', ConsultationData>;

/** Returns whether the section offers times: every appointment can be moved that is booked or can be confirmed. */
function canChooseTime({ appointment }: ConsultationData): boolean {
  return !appointment || appointment.status === 'BOOKED' || appointment.canConfirm;
}

function getTimesTitle({ hold, appointment }: ConsultationData, title = 'Choose a time'): string {
  if (appointment) return appointment.canConfirm ? 'Another time' : 'Move your appointment';
  return hold ? 'Choose another time' : title;
}

/**
 * Renders the free times, and for a held time the booking form. With the token of an appointment it shows the
 * appointment instead of the form.
 */
function ConsultationSection(props: ConsultationProps) {
  const { section, data, number } = props;
  const { hold, appointment } = data;
  const refusal = useActionRefusal();
  const isZoneSettled = useDeviceZone(data, refusal);
  const appointmentCode = appointment && appointmentModule.get();
  const getRefusal = (...intents: string[]) => (intents.includes(refusal?.values.intent ?? '') ? refusal : null);
  const attributes = getSectionAttributes(props);
  return (
    <>
      {appointmentCode && (
        <PageSection number={number} title="When" id="appointment" attributes={attributes}>
          <appointmentCode.AppointmentCard
            data={data}
            appointment={appointment}
            refusal={getRefusal('cancel', 'confirm', 'move', 'confirm-at')}
          />
        </PageSection>
      )}
      {hold && !appointment && (
        <PageSection number={number} title="Your details" id="details" attributes={attributes}>
          <BookingForm data={data} hold={hold} initialRefusal={getRefusal('book')} />
        </PageSection>
      )}
      {canChooseTime(data) && (
        <PageSection
          number={appointment || hold ? number + 1 : number}
          title={getTimesTitle(data, section.title)}
          id="times"
          attributes={attributes}
        >
          {!hold && !appointment && <TimeScale parts={section.schedule ?? []} />}
          <SlotPicker data={data} refusal={getRefusal('hold')} isZoneSettled={isZoneSettled} />
          <PrintedForm path={getConsultationAddress({})} />
        </PageSection>
      )}
      {!hold && !appointment && (
        <PageSection number={number + 1} title="No time suits you?" id="request" attributes={attributes}>
          <BookingForm data={data} hold={null} initialRefusal={getRefusal('request', '')} />
        </PageSection>
      )}
    </>
  );
}

export const section = createSection<'consultation-form', ConsultationData>('consultation-form', {
  load: loadConsultation,
  View: ConsultationSection,
  countSheets: (_section, data) => (canChooseTime(data) ? 2 : 1),
  getHeader: ({ appointment, words }, settings) =>
    appointment && {
      title: `Your ${words.name}`,
      lede: appointmentModule.get().getLede(appointment, settings.company.name),
    },
  describeHead: (head, { parameters, appointment, words }) => ({
    ...head,
    ...(appointment ? { title: `Your ${words.name}` } : {}),
    ...(parameters.hold || parameters.manage ? { noindex: true, isPrivate: true } : {}),
  }),
  isUncacheable: true,
  timeZone: ({ parameters, timeZone }) => (parameters.zone ? null : timeZone),
  preloadModules: ({ appointment }) => (appointment ? appointmentModule.load() : null),
});
