import { use } from 'react';
import type { FormWords } from '../../../contract/content/form-schemas.ts';
import { useActionRefusal } from '../../forms/use-action-refusal.ts';
import {
  type EnquiryChoices,
  type EnquiryWords,
  loadEnquiryChoices,
  toEnquiryWords,
} from '../../parts/enquiry-choices.ts';
import { EnquiryForm } from '../../parts/enquiry-form.tsx';
import { PhoneDisclosure } from '../../parts/phone-disclosure.tsx';
import { SectionFrame } from '../../parts/section-frame.tsx';
import { loadForms, SiteSettingsContext } from '../../settings.ts';
import { createSection, type SectionArgs, type SectionProps } from '../section.ts';
import { type EnquirySubject, loadSubjects, toSubjectOptions } from './enquiry-subjects.ts';

interface EnquiryData {
  subjects: EnquirySubject[];
  choices: EnquiryChoices;
  words: EnquiryWords & Pick<FormWords['enquiry'], 'open' | 'otherSubject'>;
}

/** Loads what the form offers. If a call fails, the form offers less, since the page itself must not fail. */
async function loadEnquiry(args: SectionArgs): Promise<EnquiryData> {
  const forms = await loadForms(args.client, args);
  const { open, otherSubject } = forms.enquiry;
  const [subjects, choices] = await Promise.all([loadSubjects(args, forms.enquiry), loadEnquiryChoices(args)]);
  const words = { ...toEnquiryWords(forms), open, otherSubject };
  return { subjects, choices, words };
}

/** The pages that handle another form; Home handles the enquiry of these. */
const hasOwnForm = ['/contact-us', '/book-a-free-consultation', '/thank-you'];

function EnquirySection(props: SectionProps<'form', EnquiryData>) {
  const { data, page } = props;
  const refusal = useActionRefusal();
  const { lists } = use(SiteSettingsContext);
  return (
    <SectionFrame {...props}>
      <PhoneDisclosure summary={data.words.open} isOpenAtFirst={refusal !== null}>
        <EnquiryForm
          action={hasOwnForm.includes(page.path) ? '/' : page.path}
          subject={{ options: toSubjectOptions(lists, data.subjects, data.words.otherSubject) }}
          choices={data.choices}
          words={data.words}
        />
      </PhoneDisclosure>
    </SectionFrame>
  );
}

export const section = createSection<'enquiry-form', EnquiryData>('enquiry-form', {
  load: loadEnquiry,
  View: EnquirySection,
});
