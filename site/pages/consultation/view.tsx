import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { SubmissionRefusal } from '../../forms/submission.ts';
import { useActionRefusal } from '../../forms/use-action-refusal.ts';
import { getConsultationAddress } from '../../parts/consultation-address.ts';
import { getPageEntryBreadcrumbs } from '../../parts/page-entry.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { PrintedForm } from '../../parts/printed-form.tsx';
import { Prose } from '../../parts/prose.tsx';
import type { SiteSettings } from '../../settings.ts';
import { appointmentModule } from './appointment-module.ts';
import { BookingForm } from './booking-form.tsx';
import { type ConsultationData, getDeviceZone } from './load.ts';
import { SlotPicker } from './slot-picker.tsx';
import { TimeScale } from './time-scale.tsx';

/**
 * Reloads the page's data in the device's time zone after hydration, if the server chose another zone. A refusal is
 * left alone, because the visitor is reading it.
 */
function useDeviceZone({ parameters, timeZone }: ConsultationData, refusal: SubmissionRefusal | null): void {
  const { revalidate } = useRevalidator();
  const zone = getDeviceZone();
  const isOtherZone = !parameters.zone && zone !== null && zone !== timeZone;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    if (isOtherZone && !refusal) void revalidate();
  }, []);
}

/**
 * Renders the consultation page: the free times, and for a held time the booking form. With the token of an appointment
 * the page shows the appointment instead of the form.
 */
export function ConsultationView({ data, settings }: { data: ConsultationData; settings: SiteSettings }) {
  const refusal = useActionRefusal();
  useDeviceZone(data, refusal);
  const { entry, hold, appointment } = data;
  const { heading, lede, facts } = entry.fields;
  const appointmentCode = appointment && appointmentModule.get();
  const header = appointmentCode
    ? { title: 'Your consultation', lede: appointmentCode.getLede(appointment, settings.company.name) }
    : { title: heading ?? entry.title, lede: lede ?? entry.summary };
  const getRefusal = (...intents: string[]) => (intents.includes(refusal?.values.intent ?? '') ? refusal : null);
  const canMove = !appointment || appointment.status === 'BOOKED' || appointment.canConfirm;
  return (
    <>
      <PreviewBar isPreview={entry.preview} />
      <PageHeader
        {...header}
        breadcrumbs={getPageEntryBreadcrumbs(appointment ? { ...entry, title: header.title } : entry)}
      />
      {appointmentCode && (
        <PageSection number="01" title="When" id="appointment">
          <appointmentCode.AppointmentCard
            data={data}
            appointment={appointment}
            refusal={getRefusal('cancel', 'confirm', 'move', 'confirm-at')}
          />
        </PageSection>
      )}
      {hold && !appointment && (
        <PageSection number="01" title="Your details" id="details">
          <BookingForm data={data} hold={hold} initialRefusal={getRefusal('book')} />
        </PageSection>
      )}
      {canMove && (
        <PageSection
          number={appointment || hold ? '02' : '01'}
          title={
            appointment
              ? appointment.canConfirm
                ? 'Another time'
                : 'Move your appointment'
              : hold
                ? 'Choose another time'
                : 'Choose a time'
          }
          id="times"
        >
          <SlotPicker data={data} refusal={getRefusal('hold')} />
          <PrintedForm path={getConsultationAddress({})} />
        </PageSection>
      )}
      {!hold && !appointment && (
        <PageSection number="02" title="No time suits you?" id="request">
          <BookingForm data={data} hold={null} initialRefusal={getRefusal('request', '')} />
        </PageSection>
      )}
      <PageSection number={canMove ? '03' : '02'} title="What to expect" id="expect" isDark>
        {facts && <TimeScale parts={facts} />}
        <Prose html={entry.html} />
      </PageSection>
    </>
  );
}
