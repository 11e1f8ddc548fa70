import { lazily } from '../lazily.ts';

const date = lazily(() => new Intl.DateTimeFormat('en', { dateStyle: 'medium' }));
const time = lazily(() => new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }));
const moment = lazily(() => new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' }));

/** 'Nov 21, 2026' in the reader's time zone. */
export const formatDate = (at: Date) => date().format(at);

const dateAndTime = lazily(
	() => new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }),
);

/** 'Nov 21, 2026, 13:05' in the reader's time zone. */
export const formatDateAndTime = (at: Date) => dateAndTime().format(at);

/** '13:05' in the reader's time zone. */
export const formatTime = (at: Date) => time().format(at);

/** '13:05:10' in the reader's time zone. */
export const formatMoment = (at: Date) => moment().format(at);
