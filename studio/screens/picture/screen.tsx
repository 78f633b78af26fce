import { useState } from 'react';
import { Link } from 'react-router';
import { formatFileSize } from '../../../contract/forms/uploads.ts';
import type { OpenedPicture, PictureUse } from '../../../contract/studio/picture-operations.ts';
import { useTypeNames } from '../../context.ts';
import { Submit } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { ActionOutcome } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { TextArea } from '../../parts/text-field.tsx';
import { getStillPath } from '../../parts/thumbnail.tsx';
import { ArrivedUploadChanges } from '../../parts/upload.tsx';
import { useHasScript } from '../../parts/use-has-script.ts';
import { createFormFailure, readChoice, readFields } from '../../read-fields.ts';
import { type ActionRefusal, type Screen, useAnswer } from '../../screen.ts';
import { FocalPointField } from './focal-point-field.tsx';
import { ReplacePanel } from './replace-panel.tsx';
import styles from './screen.module.css';

const placeNames: Record<PictureUse['place'], string> = {
  PUBLISHED: 'published text',
  SCHEDULED: 'scheduled text',
  DRAFT: 'draft',
};

/**
 * Renders the fields that say what a picture shows, or that it is decorative. The words of a decorative picture are
 * hidden and not sent, so that a box that was checked by mistake loses none. Without scripts both fields are shown.
 */
function AltFields({
  alt,
  isReadOnly,
  refusal,
}: {
  alt: string | null;
  isReadOnly: boolean;
  refusal: ActionRefusal | undefined;
}) {
  const sent = refusal?.values.intent === 'describe' ? refusal.values : null;
  const [isDecorative, setDecorative] = useState(sent ? sent.decorative !== undefined : alt === '');
  const isHidden = useHasScript() && isDecorative;
  return (
    <>
      <div hidden={isHidden}>
        <TextArea
          label="What it shows"
          hint="For readers who cannot see it. Texts that use the picture start with these words."
          name="alt"
          rows={2}
          maxLength={500}
          defaultValue={sent?.alt ?? alt ?? ''}
          readOnly={isReadOnly}
          disabled={isHidden}
          error={refusal?.fields.find(({ path }) => path === 'alt')?.message}
        />
      </div>
      <label className={styles.choice}>
        <input
          type="checkbox"
          name="decorative"
          checked={isDecorative}
          disabled={isReadOnly}
          onChange={({ target }) => setDecorative(target.checked)}
        />
        Decorative: it adds nothing to the text, and screen readers skip it
      </label>
    </>
  );
}

function Uses({ usedIn }: Pick<OpenedPicture, 'usedIn'>) {
  const getName = useTypeNames();
  if (usedIn.length === 0) return 'No text shows this picture.';
  return (
    <ul className={form.list}>
      {usedIn.map(({ id, type, title, place }) => (
        <li key={`${id}${place}`}>
          <Link to={`/studio/content/${id}`} dir="auto">
            {title || 'Untitled'}
          </Link>{' '}
          <span className={form.soft}>
            {getName(type)}, {placeNames[place]}
          </span>
        </li>
      ))}
    </ul>
  );
}

function View({ data: opened }: { data: OpenedPicture }) {
  const answer = useAnswer();
  const { picture, version, focusX, focusY, usedIn, canDescribe, canReplace } = opened;
  const { name, width, height, bytes, isAnimated } = picture;
  const size = width && height ? { width, height } : null;
  return (
    <ScreenLayout title={name} parent={{ to: '/studio/media', label: 'Pictures' }}>
      <ActionOutcome />
      <ArrivedUploadChanges key={name} />
      {/* A new version fills the fields anew. */}
      <div className={styles.columns}>
        <PostForm key={version} data-asks sends={{ version }}>
          <FocalPointField
            name={name}
            src={getStillPath(picture)}
            version={version}
            size={size}
            focus={{ x: focusX, y: focusY }}
            isReadOnly={!canDescribe}
          />
          <div className={form.form}>
            {picture.isNarrow && <p>Phones show this drawing in place of the wide one, whose words describe both.</p>}
            <AltFields alt={picture.alt} isReadOnly={!canDescribe} refusal={answer?.refusal} />
            {canDescribe && (
              <div className={form.row}>
                <Submit look="primary" intent="describe" label="Save" />
              </div>
            )}
          </div>
        </PostForm>
        <div className={styles.more}>
          <dl className={styles.facts}>
            <dt>Shown in</dt>
            <dd>
              <Uses usedIn={usedIn} />
            </dd>
            <dt>Size</dt>
            <dd>
              {size && `${size.width} × ${size.height} pixels, `}
              {formatFileSize(bytes)}
            </dd>
            {isAnimated && (
              <>
                <dt>Motion</dt>
                <dd>
                  <a href={`/media/${name}`}>Play the animation</a>
                </dd>
              </>
            )}
            <dt>In a text</dt>
            <dd>
              <code>{`![${picture.alt ?? ''}](media/${name})`}</code>
            </dd>
          </dl>
          {canReplace && <ReplacePanel opened={opened} />}
        </div>
      </div>
    </ScreenLayout>
  );
}

export const screen: Screen<OpenedPicture> = {
  title: ({ picture }) => picture.name,
  loader: ({ client, params }) => client.call('picture', { name: params.name ?? '' }),
  action: async ({ client, params, form: sent }) => {
    const intent = readChoice(sent, 'intent', ['describe', 'replace', 'restore', 'remove']);
    const given = { name: params.name ?? '', version: Number(readFields(sent, 'version').version) };
    switch (intent) {
      case 'replace':
        await client.call('replacePicture', { ...given, by: readFields(sent, 'by').by });
        return { done: 'The picture has been replaced wherever it is shown.' };
      case 'restore':
        await client.call('restorePicture', { ...given, former: Number(readFields(sent, 'former').former) });
        return { done: 'The former file is back wherever the picture is shown.' };
      case 'remove':
        await client.call('removePicture', given);
        return { to: '/studio/media' };
      default: {
        // An empty description says that the picture is decorative, and null that nobody has described it yet.
        // Only a form without scripts sends both.
        if (sent.decorative && sent.alt?.trim())
          throw createFormFailure('Nothing was saved.', [
            { path: 'alt', message: 'Remove these words, or untick “Decorative”.' },
          ]);
        const words = sent.decorative ? '' : readFields(sent, 'alt').alt.trim() || null;
        const { focusX, focusY } = readFields(sent, 'focusX', 'focusY');
        const focus = { focusX: Number(focusX), focusY: Number(focusY) };
        await client.call('describePicture', { ...given, alt: words, ...focus });
        return { done: 'Saved.' };
      }
    }
  },
  View,
};
