import { use } from 'react';
import { useActionRefusal } from '../../forms/use-action-refusal.ts';
import { type EnquiryChoices, toEnquiryChoices } from '../../parts/enquiry-choices.ts';
import { EnquiryForm } from '../../parts/enquiry-form.tsx';
import { PhoneDisclosure } from '../../parts/phone-disclosure.tsx';
import { SectionFrame } from '../../parts/section-frame.tsx';
import { SiteSettingsContext } from '../../settings.ts';
import { loadInterests, loadPersonas } from '../load-people.ts';
import { createSection, type SectionArgs, type SectionProps } from '../section.ts';
import { type EnquirySubject, loadSubjects, toSubjectOptions } from './enquiry-subjects.ts';

interface EnquiryData {
  subjects: EnquirySubject[];
  choices: EnquiryChoices;
}

/** Loads what the form offers. If a call fails, the form offers less, since the page itself must not fail. */
async function loadEnquiry(args: SectionArgs): Promise<EnquiryData> {
  const [subjects, personas, interests] = await Promise.all([
    loadSubjects(args),
    loadPersonas(args).catch(() => []),
    loadInterests(args).catch(() => []),
  ]);
  return { subjects, choices: toEnquiryChoices(personas, interests) };
}

/** The pages that handle another form; Home handles the enquiry of these. */
const hasOwnForm = ['/contact-us', '/book-a-free-consultation', '/thank-you'];

/** Renders the business enquiry. */
function EnquirySection(props: SectionProps<'form', EnquiryData>) {
  const { data, page } = props;
  const refusal = useActionRefusal();
  const { lists } = use(SiteSettingsContext);
  return (
    <SectionFrame {...props}>
      <PhoneDisclosure summary="Write an enquiry" isOpenAtFirst={refusal !== null}>
        <EnquiryForm
          action={hasOwnForm.includes(page.path) ? '/' : page.path}
          subject={{ options: toSubjectOptions(lists, data.subjects) }}
          choices={data.choices}
        />
      </PhoneDisclosure>
    </SectionFrame>
  );
}

export const section = createSection<'enquiry-form', EnquiryData>('enquiry-form', {
  load: loadEnquiry,
  View: EnquirySection,
});
