import { expect, it } from 'vitest';
import { toOutageError } from './outage-error.ts';
import { StorageAwayError, StorageFullError } from './storage/types.ts';

it.each([
	['storage is away', new StorageAwayError('EROFS'), { code: 'UNAVAILABLE', reason: 'storage_away' }],
	['storage is full', new StorageFullError('quota'), { code: 'STORAGE_FULL', reason: 'storage_full' }],
	['the disk is full', Object.assign(new Error('full'), { code: 'ENOSPC' }), { reason: 'storage_full' }],
	['the database is away', Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }), { reason: 'database_away' }],
])('what failed because %s is refused with that reason', (_, error, refusal) => {
	expect(toOutageError(error)).toMatchObject({ ...refusal, cause: error });
});

it('no other failure is an outage', () => {
	expect(toOutageError(new Error('a defect'))).toBeNull();
});
