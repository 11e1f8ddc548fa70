import { expect, it } from 'vitest';
import { findUrlSecrets } from './secrets-in-url.ts';

it('finds keys in path and query, whole and alone, and names and passwords as they are written and as they are', () => {
	expect(findUrlSecrets('https://me:p%40ssword@node.example/v2/0123456789abcdef?key=fedcba9876543210&v=1')).toEqual([
		'/v2/0123456789abcdef?key=fedcba9876543210&v=1',
		'0123456789abcdef',
		'fedcba9876543210',
		'me',
		'p%40ssword',
		'p@ssword',
	]);
});

it('finds nothing where nothing can be a secret', () => {
	expect(findUrlSecrets(undefined)).toEqual([]);
	expect(findUrlSecrets('http://127.0.0.1:8545')).toEqual([]);
	expect(findUrlSecrets('https://node.example/%E0')).toEqual(['/%E0']);
});
