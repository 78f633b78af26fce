import { useState } from 'react';
import { Link, useActionData } from 'react-router';
import { entryTypes } from '../../../contract/entry-types.ts';
import type { OpenedPicture, PictureUse } from '../../../contract/studio/picture-operations.ts';
import { formatFileSize } from '../../../contract/uploads.ts';
import { Button, buttonLink } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { Notice, RefusalNotice } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { Section } from '../../parts/section.tsx';
import { TextArea } from '../../parts/text-field.tsx';
import type { ActionRefusal, Screen } from '../../screen.ts';
import { FocalPointField } from './focal-point-field.tsx';
import { ReplacePanel } from './replace-panel.tsx';
import styles from './screen.module.css';

const placeNames: Record<PictureUse['place'], string> = {
  PUBLISHED: 'published text',
  SCHEDULED: 'scheduled text',
  DRAFT: 'draft',
};

/** Renders the fields that say what a picture shows, or that it is decorative. */
function AltFields({ alt, isReadOnly }: { alt: string | null; isReadOnly: boolean }) {
  const [isDecorative, setDecorative] = useState(alt === '');
  return (
    <>
      {!isDecorative && (
        <TextArea
          label="What it shows"
          hint="For readers who cannot see it. Texts that use the picture start with these words."
          name="alt"
          rows={2}
          maxLength={500}
          defaultValue={alt ?? ''}
          readOnly={isReadOnly}
        />
      )}
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
  if (usedIn.length === 0) return <p>No text shows this picture.</p>;
  return (
    <ul className={styles.uses}>
      {usedIn.map(({ id, type, title, place }) => (
        <li key={`${id}${place}`}>
          <Link to={`/studio/content/${id}`} discover="none">
            {title || 'Untitled'}
          </Link>{' '}
          <span className={form.soft}>
            {entryTypes[type].label}, {placeNames[place]}
          </span>
        </li>
      ))}
    </ul>
  );
}

function View({ data: opened }: { data: OpenedPicture }) {
  const answer = useActionData<{ refusal?: ActionRefusal; done?: string }>();
  const { picture, version, focusX, focusY, usedIn, canDescribe, canReplace } = opened;
  const { name, width, height, bytes } = picture;
  const size = width && height ? { width, height } : null;
  return (
    <ScreenLayout
      title={name}
      actions={
        <Link to="/studio/media" discover="none" className={buttonLink.quiet}>
          All pictures
        </Link>
      }
    >
      <RefusalNotice refusal={answer?.refusal} />
      {answer?.done && <Notice>{answer.done}</Notice>}
      {/* A new version fills the fields anew. */}
      <PostForm className={styles.columns} key={version}>
        <input type="hidden" name="version" value={version} />
        <div className={form.form}>
          <AltFields alt={picture.alt} isReadOnly={!canDescribe} />
          {canDescribe && (
            <div className={form.row}>
              <Button type="submit" look="primary" name="intent" value="describe">
                Save
              </Button>
            </div>
          )}
          <dl className={styles.facts}>
            <dt>In a text</dt>
            <dd>
              <code>{`![${picture.alt ?? ''}](media/${name})`}</code>
            </dd>
            <dt>Size</dt>
            <dd>
              {size && `${size.width} × ${size.height} pixels, `}
              {formatFileSize(bytes)}
            </dd>
          </dl>
        </div>
        <FocalPointField
          name={name}
          version={version}
          size={size}
          focus={{ x: focusX, y: focusY }}
          isReadOnly={!canDescribe}
        />
      </PostForm>
      <Section title="Where it is shown">
        <Uses usedIn={usedIn} />
      </Section>
      {canReplace && <ReplacePanel opened={opened} />}
    </ScreenLayout>
  );
}

export const screen: Screen<OpenedPicture> = {
  title: ({ picture }) => picture.name,
  loader: ({ client, params }) => client.call('picture', { name: params.name ?? '' }),
  action: async ({ client, params, form: { intent, version, alt = '', decorative, focusX, focusY, by, former } }) => {
    const given = { name: params.name ?? '', version: Number(version) };
    switch (intent) {
      case 'replace':
        await client.call('replacePicture', { ...given, by: by ?? '' });
        return { done: 'The picture has been replaced wherever it is shown.' };
      case 'restore':
        await client.call('restorePicture', { ...given, former: Number(former) });
        return { done: 'The former file is back wherever the picture is shown.' };
      case 'remove':
        await client.call('removePicture', given);
        return { to: '/studio/media' };
      default: {
        // An empty description says that the picture is decorative, and null that nobody has described it yet.
        const words = decorative ? '' : alt.trim() || null;
        const focus = { focusX: Number(focusX ?? 0.5), focusY: Number(focusY ?? 0.5) };
        await client.call('describePicture', { ...given, alt: words, ...focus });
        return { done: 'Saved.' };
      }
    }
  },
  View,
};
