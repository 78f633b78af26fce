import { SectionFrame } from '../../parts/section-frame.tsx';
import { loadForms } from '../../settings.ts';
import { createSection, type SectionProps } from '../section.ts';
import { ContactForm, type ContactWords } from './contact-form.tsx';

function ContactSection(props: SectionProps<'form', ContactWords>) {
  return (
    <SectionFrame {...props}>
      <ContactForm words={props.data} />
    </SectionFrame>
  );
}

export const section = createSection<'contact-form', ContactWords>('contact-form', {
  load: async ({ client, signal }) => {
    const { contact, note } = await loadForms(client, { signal });
    return { contact, note };
  },
  View: ContactSection,
});
