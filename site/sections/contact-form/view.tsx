import { SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';
import { ContactForm } from './contact-form.tsx';

/** Renders the contact form. */
function ContactSection(props: SectionProps<'form', null>) {
  return (
    <SectionFrame {...props}>
      <ContactForm />
    </SectionFrame>
  );
}

export const section = createSection<'contact-form', null>('contact-form', { View: ContactSection });
