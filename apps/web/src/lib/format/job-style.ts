import type { Job } from '../api/trpc.ts';

const spaced = (value: string) => value.replaceAll('-', ' ');

/** 'bold classic · forest glade' */
export const formatStyle = (job: Pick<Job, 'artStyle' | 'backgroundType'>) =>
	`${spaced(job.artStyle)} · ${spaced(job.backgroundType)}`;
