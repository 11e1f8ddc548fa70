import type { ErrorCode, ErrorReason } from '@adx/validators/errors';
import { AppError } from '../../platform/errors.ts';

/** A file that is not taken, with what is wrong and the way out. */
const refuse = (code: ErrorCode, reason: ErrorReason, message: string) => new AppError(code, { reason, message });

export const unsupportedImage = (what: string) =>
	refuse('MEDIA', 'unsupported_image', `${what} Save it as PNG, JPEG, WebP or GIF and upload that.`);

export const emptyFile = () => refuse('MEDIA', 'unsupported_image', 'This file is empty. Choose another one.');

/** `why` ends the sentence that begins with the picture. */
export const unusableReference = (why: string) => refuse('MEDIA', 'unsupported_image', `This picture ${why}`);

export const unreadableImage = (what: string) =>
	refuse('MISMATCH', 'unreadable_image', `${what} Save it again with an image program and upload that.`);

export const imageTooLarge = (what: string) => refuse('TOO_LARGE', 'image_too_large', what);

export const badLayer = (what: string) => refuse('MISMATCH', 'bad_layers', what);

export const badManifest = (what: string) => refuse('MISMATCH', 'bad_manifest', what);
