import { callText } from '../../../contract/call-text.ts';
import type { Appointment } from '../../../contract/consultation-shapes.ts';
import { useRefusal } from '../../forms/use-refusal.ts';
import { trailOfPage } from '../../parts/page-entry.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { Prose } from '../../parts/prose.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import type { SiteSettings } from '../../settings.ts';
import { AppointmentCard } from './appointment-card.tsx';
import { BookingForm } from './booking-form.tsx';
import type { ConsultationData } from './load.ts';
import { SlotPicker } from './slot-picker.tsx';
import { TimeScale } from './time-scale.tsx';
import { useDeviceZone } from './use-device-zone.ts';

/** What an appointment's page says first: how the call takes place, while there is to be one. */
function ledeOf({ status, call, hasNumber }: Appointment, company: string): string | null {
  return status === 'CANCELLED' ? null : callText(call, company, hasNumber);
}

/** Booking in two steps, a time and then who it is for; with the link of a mail, what was booked. */
export function ConsultationView({ data, settings }: { data: ConsultationData; settings: SiteSettings }) {
  const refusal = useRefusal();
  useDeviceZone(data, refusal);
  const { entry, hold, appointment } = data;
  const { heading, lede, facts } = entry.fields;
  const header = appointment
    ? { title: 'Your consultation', lede: ledeOf(appointment, settings.siteName) }
    : { title: heading ?? entry.title, lede: lede ?? entry.summary };
  const by = (...intents: string[]) => (intents.includes(refusal?.values.intent ?? '') ? refusal : null);
  const canMove = !appointment || appointment.status === 'BOOKED' || appointment.canConfirm;
  return (
    <>
      <PreviewBar isPreview={entry.preview} />
      <PageHeader {...header} breadcrumbs={trailOfPage(appointment ? { ...entry, title: header.title } : entry)} />
      {appointment && (
        <Sheet number="01" title="When" id="appointment">
          <AppointmentCard
            data={data}
            appointment={appointment}
            refusal={by('cancel', 'confirm', 'move', 'confirm-at')}
            settings={settings}
          />
        </Sheet>
      )}
      {hold && !appointment && (
        <Sheet number="01" title="Your details" id="details">
          <BookingForm data={data} hold={hold} refusal={by('book')} settings={settings} />
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
          <SlotPicker data={data} refusal={by('hold')} supportEmail={settings.supportEmail} />
        </Sheet>
      )}
      {!hold && !appointment && (
        <Sheet number="02" title="No time fits?" id="request">
          <BookingForm data={data} hold={null} refusal={by('request', '')} settings={settings} />
        </Sheet>
      )}
      <Sheet number={canMove ? '03' : '02'} title="What to expect" id="expect">
        {facts && <TimeScale parts={facts} />}
        <Prose html={entry.html} />
      </Sheet>
    </>
  );
}
