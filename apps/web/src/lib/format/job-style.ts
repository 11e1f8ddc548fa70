import type { Job } from '../api/trpc.ts';

const spaced = (value: string) => value.replaceAll('-', ' ');

/** 'bold classic · forest glade'; what stands there for own layers, which have neither. */
export const formatStyle = ({ artStyle, backgroundType }: Pick<Job, 'artStyle' | 'backgroundType'>) =>
	artStyle === null || backgroundType === null ? 'Own layers' : `${spaced(artStyle)} · ${spaced(backgroundType)}`;
