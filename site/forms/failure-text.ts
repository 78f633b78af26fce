import { type ApiFailure, isApiFailure } from '../../contract/client.ts';

/** What a person reads when a submission failed, and what to do; never empty. Nothing is said of a cancelled call. */
export function failureText(error: unknown, supportEmail: string): string {
  if (!isApiFailure(error))
    return `Something broke in this page. Your text is still here; please send it to ${supportEmail}.`;
  switch (error.kind) {
    case 'network':
      return 'We could not be reached. Your text is still here; send it again when the connection is back.';
    case 'timeout':
      return 'The answer took too long. Send it again: the same message is never stored twice.';
    case 'cancelled':
      return '';
    case 'server':
      return `We are sorry: something broke on our side, and your message was not stored. Send it again, or write to ${supportEmail}.`;
    case 'client':
      return clientText(error);
  }
}

function clientText({ status, message }: ApiFailure): string {
  switch (status) {
    case 400:
      return 'Some fields need another look.';
    case 413:
      return 'This is more than we can take at once. Please shorten it.';
    case 429:
      return 'That was a little fast. Please wait a minute, then send it again; your text stays here.';
    default:
      return message;
  }
}
