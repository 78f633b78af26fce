import { type ApiFailure, isApiFailure } from '../../../contract/http/client.ts';
import { formatWait } from '../../../contract/http/wait-text.ts';
import { unreachableText } from '../../parts/unreachable-text.ts';

/** Returns the text about a failed submission, with what to do next. Empty only for a cancelled call. */
export function getFailureText(error: unknown, supportEmail: string): string {
  if (!isApiFailure(error))
    return `Something went wrong on this page. Your text is still here; please send it to ${supportEmail}.`;
  switch (error.kind) {
    case 'network':
      return unreachableText;
    case 'timeout':
      return 'The server took too long to reply. Send it again: the same message is never stored twice.';
    case 'cancelled':
      return '';
    case 'server':
      return error.status === 503
        ? `We cannot accept messages right now. Your text is still here; send it again in a minute, or write to ${supportEmail}.`
        : `Sorry, something went wrong on our side, and we cannot tell whether your message was stored. Send it again: the same message is never stored twice. Or write to ${supportEmail}.`;
    case 'client':
      return describeClientFailure(error, supportEmail);
  }
}

function describeClientFailure({ status, message, retryAfter }: ApiFailure, supportEmail: string): string {
  switch (status) {
    case 400:
      return 'Check the fields below.';
    case 403:
      return `We could not verify that this came from our own page. Allow cookies for this site and send it again, or write to ${supportEmail}; your text is still here.`;
    case 413:
      return 'This is too large to send. Please shorten it, then send it again.';
    case 415:
      return `Your browser sent this in a format that we do not accept. Reload the page and send it again, or write to ${supportEmail}.`;
    case 429:
      return `Too many attempts. Please wait ${formatWait(retryAfter ?? 60)}, then send it again; your text stays here.`;
    default:
      return message;
  }
}
