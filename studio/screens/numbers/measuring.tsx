import { hasPermission } from '../../../contract/studio/permissions.ts';
import { Submit } from '../../parts/button.tsx';
import { ActionOutcome } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { useUser } from '../../parts/shell.tsx';
import { readChoice } from '../../read-fields.ts';
import type { ActionResult, Screen } from '../../screen.ts';

/** Says whether pages report, and lets an owner decide it. */
export function Measuring({ isMeasured }: { isMeasured: boolean }) {
  const canChange = hasPermission(useUser().role, 'change-measuring');
  return (
    <>
      <ActionOutcome />
      <Panel title={isMeasured ? 'Pages report their speed and the use of forms' : 'Pages report nothing'} isPadded>
        <p>
          {isMeasured
            ? 'Pages load a small script, which reports how fast they were, which forms were begun, and the field after which a form was left.'
            : 'While this is off, pages load no script for it and send nothing: forms that were begun and left are not known, nor is the speed of pages.'}{' '}
          No report says who it is of or what was typed, and nothing is stored on a device. Visitors who refused to be
          recognised, or whose browser sends Global Privacy Control, are never measured.
        </p>
        {canChange ? (
          <PostForm>
            <Submit intent={isMeasured ? 'stop' : 'measure'} look={isMeasured ? 'quiet' : 'primary'}>
              {isMeasured ? 'Turn the reports off' : 'Turn the reports on'}
            </Submit>
          </PostForm>
        ) : (
          <p>An owner decides this.</p>
        )}
      </Panel>
    </>
  );
}

/** Handles the form of `Measuring`. */
export const changeMeasuring: NonNullable<Screen<unknown>['action']> = async ({
  client,
  form,
}): Promise<ActionResult> => {
  const isMeasured = readChoice(form, 'intent', ['measure', 'stop']) === 'measure';
  await client.call('changeMeasuring', { isMeasured });
  return { done: isMeasured ? 'Pages report from now on.' : 'Pages report nothing any more.' };
};
