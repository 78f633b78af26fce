import { useRefusal } from '../../forms/use-refusal.ts';
import { trailOfPage } from '../../parts/page-entry.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { Prose } from '../../parts/prose.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import type { SiteSettings } from '../../settings.ts';
import { getAppointmentModule } from './appointment-module.ts';
import { BookingForm } from './booking-form.tsx';
import type { ConsultationData } from './load.ts';
import { SlotPicker } from './slot-picker.tsx';
import { TimeScale } from './time-scale.tsx';
import { useDeviceZone } from './use-device-zone.ts';

/** Booking in two steps, a time and then who it is for; with the link of a mail, what was booked. */
export function ConsultationView({ data, settings }: { data: ConsultationData; settings: SiteSettings }) {
  const refusal = useRefusal();
  useDeviceZone(data, refusal);
  const { entry, hold, appointment } = data;
  const { heading, lede, facts } = entry.fields;
  const code = appointment && getAppointmentModule();
  const header = code
    ? { title: 'Your consultation', lede: code.ledeOf(appointment, settings.siteName) }
    : { title: heading ?? entry.title, lede: lede ?? entry.summary };
  const by = (...intents: string[]) => (intents.includes(refusal?.values.intent ?? '') ? refusal : null);
  const canMove = !appointment || appointment.status === 'BOOKED' || appointment.canConfirm;
  return (
    <>
      <PreviewBar isPreview={entry.preview} />
      <PageHeader {...header} breadcrumbs={trailOfPage(appointment ? { ...entry, title: header.title } : entry)} />
      {code && (
        <Sheet number="01" title="When" id="appointment">
          <code.AppointmentCard
            data={data}
            appointment={appointment}
            refusal={by('cancel', 'confirm', 'move', 'confirm-at')}
          />
        </Sheet>
      )}
      {hold && !appointment && (
        <Sheet number="01" title="Your details" id="details">
          <BookingForm data={data} hold={hold} refusal={by('book')} />
        </Sheet>
      )}
      {canMove && (
        <Sheet
          number={appointment || hold ? '02' : '01'}
          title={
            appointment
              ? appointment.canConfirm
                ? 'Another time'
                : 'Move it'
              : hold
                ? 'Or another time'
                : 'Choose a time'
          }
          id="times"
        >
          <SlotPicker data={data} refusal={by('hold')} />
        </Sheet>
      )}
      {!hold && !appointment && (
        <Sheet number="02" title="No time fits?" id="request">
          <BookingForm data={data} hold={null} refusal={by('request', '')} />
        </Sheet>
      )}
      <Sheet number={canMove ? '03' : '02'} title="What to expect" id="expect">
        {facts && <TimeScale parts={facts} />}
        <Prose html={entry.html} />
      </Sheet>
    </>
  );
}
