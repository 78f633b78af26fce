import { formatCount, formatNumber } from '../../../contract/content/number-text.ts';
import type { FormNumbers } from '../../../contract/studio/number-operations.ts';
import { Panel } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import type { Screen } from '../../screen.ts';
import { changeMeasuring, Measuring } from './measuring.tsx';
import { NumbersLayout, type Period, readPeriod, TableFile } from './numbers-layout.tsx';

interface Data {
  days: Period;
  isMeasured: boolean;
  items: FormNumbers[];
}

const formNames: Record<FormNumbers['form'], string> = {
  CONTACT: 'Contact',
  ENQUIRY: 'Enquiry',
  CONSULTATION: 'Consultation',
};

/** Returns the words for a field by its name: `contactNumber` → `Contact number`. */
function nameField(field: string): string {
  const words = field.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const columns = ['Begun', 'Sent', 'Left'] as const;

function View({ data: { days, isMeasured, items } }: { data: Data }) {
  return (
    <NumbersLayout days={days}>
      <Panel title="Forms" action={<TableFile of="forms" days={days} />} isPadded>
        <Table caption="Forms" columns={['Form', ...columns]}>
          {items.map(({ form, begun, sent, left }) => (
            <tr key={form}>
              <th scope="row">{formNames[form]}</th>
              {[begun, sent, left].map((times, index) => (
                <td key={columns[index]} data-label={columns[index]}>
                  {formatNumber(times)}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </Panel>
      {items
        .filter(({ fields }) => fields.length > 0)
        .map(({ form, left, fields }) => (
          <Panel key={form} title={`${formNames[form]}: left after`} isPadded>
            <Table caption={`The last field of forms that were left: ${formNames[form]}`} columns={['Field', 'Left']}>
              {fields.map(({ field, left: times }) => (
                <tr key={field}>
                  <th scope="row">{nameField(field)}</th>
                  <td>
                    {formatCount(times, 'time')}, {Math.round((100 * times) / left)} %
                  </td>
                </tr>
              ))}
            </Table>
          </Panel>
        ))}
      <Measuring isMeasured={isMeasured} />
    </NumbersLayout>
  );
}

/** Shows how often forms were begun, sent and left, and after which field. Works without JavaScript. */
export const screen: Screen<Data> = {
  title: () => 'Numbers of forms',
  loader: async ({ client, url }) => {
    const days = readPeriod(url);
    return { days, ...(await client.call('formNumbers', { days })) };
  },
  action: changeMeasuring,
  View,
};
