import type { ErrorCode } from '../../../contract/http/errors.ts';
import { ApiError } from '../../errors.ts';

/** Creates an error on the field `files`; the message names the file. */
export function createFileError(code: ErrorCode, message: string, cause?: unknown): ApiError {
  return Object.assign(new ApiError(code, message, [{ path: 'files', message }]), cause ? { cause } : {});
}
