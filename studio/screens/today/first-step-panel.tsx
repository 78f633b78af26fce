import { type FirstStep, firstSteps } from '../../../contract/studio/first-steps.ts';
import { Panel } from '../../parts/panel.tsx';
import { Row, RowList } from '../../parts/row-list.tsx';
import { StateDot } from '../../parts/state-dot.tsx';

const words: Record<FirstStep, { title: string; note: string; to: string }> = {
  NAME: {
    title: 'Check the company’s name',
    note: 'It stands on every page and in every mail.',
    to: '/studio/settings',
  },
  LOGO: { title: 'Choose a logo', note: 'It stands in the header of every page.', to: '/studio/settings' },
  PAGES: {
    title: 'Publish a page',
    note: 'Change Home or another page, and publish it.',
    to: '/studio/content?type=PAGE',
  },
  INVITE: { title: 'Invite a colleague', note: 'Somebody writes, publishes or answers with you.', to: '/studio/users' },
};

/** Lists what a new owner does first, until all of it is done. */
export function FirstStepPanel({ steps }: { steps: Record<FirstStep, boolean> }) {
  const done = firstSteps.filter((step) => steps[step]).length;
  return (
    <Panel title="First steps" action={`${done} of ${firstSteps.length} done`}>
      <RowList label="First steps">
        {firstSteps.map((step) => (
          <Row
            key={step}
            to={words[step].to}
            lead={<StateDot tone={steps[step] ? 'live' : 'open'}>{steps[step] ? 'Done' : 'To do'}</StateDot>}
            title={words[step].title}
            note={words[step].note}
          />
        ))}
      </RowList>
    </Panel>
  );
}
