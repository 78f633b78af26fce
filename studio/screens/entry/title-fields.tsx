import { contentLimits } from '../../../contract/studio/content-limits.ts';
import { findMessage } from '../../fields/props.ts';
import { TextArea, TextField } from '../../parts/text-field.tsx';
import type { PaneProps } from './pane.ts';

/** Renders the fields for title and summary, which every entry with a page has. */
export function TitleFields({ content, problems, isReadOnly, onChange }: PaneProps) {
  return (
    <>
      <TextField
        label="Title"
        name="title"
        data-path="title"
        value={content.title}
        maxLength={1000}
        readOnly={isReadOnly}
        error={findMessage(problems, 'title')}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextArea
        label="Summary"
        hint={`Shown in lists and by search engines. ${content.summary.length} of ${contentLimits.summary} characters`}
        name="summary"
        data-path="summary"
        rows={2}
        value={content.summary}
        readOnly={isReadOnly}
        error={findMessage(problems, 'summary')}
        onChange={({ target }) => onChange({ summary: target.value })}
      />
    </>
  );
}
