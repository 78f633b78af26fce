import { type FormEvent, use, useState } from 'react';
import { useSubmit } from 'react-router';
import { reviewTextLimit } from '../../../contract/studio/review-states.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import { Submit } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { TextArea } from '../../parts/text-field.tsx';
import { formatTime } from '../../parts/time.ts';
import type { DraftSaver } from '../../saving/save-state.ts';
import { useAnswer } from '../../screen.ts';

function ReviewState({ review }: { review: NonNullable<OpenedEntry['review']> }) {
  const { timeZone } = use(StudioSettingsContext);
  const { state, message, note, submittedBy, submittedAt, returnedBy, returnedAt, isChanged } = review;
  return (
    <>
      <p>
        Submitted {formatTime(submittedAt, timeZone)} by <bdi>{submittedBy ?? 'somebody'}</bdi>
        {isChanged && ', and saved again since'}.
        {message && (
          <>
            {' '}
            “<bdi>{message}</bdi>”
          </>
        )}
      </p>
      {state === 'RETURNED' && returnedAt && (
        <p>
          Sent back {formatTime(returnedAt, timeZone)} by <bdi>{returnedBy ?? 'an editor'}</bdi>: “<bdi>{note}</bdi>”
        </p>
      )}
    </>
  );
}

/** Shows the review of a draft. Authors submit the draft, editors send it back or publish it. */
export function ReviewPanel({
  opened: { review, canWrite, canPublish },
  isDraft,
  isSaved,
  saver,
}: {
  opened: OpenedEntry;
  isDraft: boolean;
  isSaved: boolean;
  saver: DraftSaver;
}) {
  const submit = useSubmit();
  const [isNotSent, setNotSent] = useState(false);
  if (isNotSent && isSaved) setNotSent(false);
  const refused = useAnswer()?.refusal?.values;
  const canSubmit = isDraft && canWrite && !canPublish;
  const canReturn = canPublish && review?.state === 'SUBMITTED';
  if (!canSubmit && !review) return null;

  /** Sends the form once the latest words are saved, so that the editors see them. Otherwise says that they are not. */
  async function saveAndSubmit(sent: HTMLFormElement): Promise<void> {
    await saver.flush();
    if (saver.getSnapshot().state === 'saved') await submit(sent);
    else setNotSent(true);
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void saveAndSubmit(event.currentTarget);
  }

  return (
    <Section title="Review">
      {review && <ReviewState review={review} />}
      {canSubmit && (
        <PostForm className={form.form} onSubmit={handleSubmit}>
          {isNotSent && (
            <Notice kind="alert">Your latest changes are not saved yet, so the draft was not submitted.</Notice>
          )}
          <input type="hidden" name="intent" value="submit" />
          <TextArea
            label="Message to the editors (optional)"
            name="message"
            data-path="review"
            rows={2}
            maxLength={reviewTextLimit}
            defaultValue={refused?.message}
          />
          <p>
            <Submit look="primary" label={review?.state === 'SUBMITTED' ? 'Submit again' : 'Submit for review'} />
          </p>
        </PostForm>
      )}
      {canReturn && (
        <PostForm className={form.form} sends={{ intent: 'return' }}>
          <TextArea
            label="What has to change"
            name="note"
            rows={2}
            required
            maxLength={reviewTextLimit}
            defaultValue={refused?.note}
          />
          <p>
            <Submit label="Send back to the author" />
          </p>
        </PostForm>
      )}
    </Section>
  );
}
