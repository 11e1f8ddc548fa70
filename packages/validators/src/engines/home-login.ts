import type { KeyFormat, KeyProblem } from './descriptor.ts';

/** A user name without a colon and a password, both of what a header takes. */
export const loginPattern = /^[\x21-\x39\x3b-\x7e]{1,100}:[\x21-\x7e]{1,200}$/;

const invalidLogin = 'Please enter a user name and a password, such as name:password.';
const invalid: KeyProblem = { title: 'Invalid Login', description: invalidLogin, field: invalidLogin };

/** What a service at home, or what stands before it, may ask for (RFC 7617); most ask for nothing. */
export const homeLogin: KeyFormat = {
	field: 'apiKey',
	noun: 'login',
	name: 'login',
	label: 'Login (if the service asks for one)',
	explanation: 'A user name and a password, such as name:password.',
	url: null,
	pattern: loginPattern,
	missing: null,
	malformed: invalid,
	invalid,
};
