import type { ErrorCode } from '../../contract/errors.ts';
import { ApiError } from '../errors.ts';

/** A refusal at the field `files`; the message names the file. */
export function refuseFile(code: ErrorCode, message: string, cause?: unknown): ApiError {
  return Object.assign(new ApiError(code, message, [{ path: 'files', message }]), cause ? { cause } : {});
}
