import type { Job } from '../api/trpc.ts';
import { capitalize } from './capitalize.ts';

const toLabel = (value: string) => value.split('-').map(capitalize).join(' ');

/** 'Bold Classic · Forest Glade'; what stands there for own layers, which have neither. */
export const formatArtStyle = ({ artStyle, backgroundType }: Pick<Job, 'artStyle' | 'backgroundType'>) =>
	artStyle === null || backgroundType === null ? 'Own layers' : `${toLabel(artStyle)} · ${toLabel(backgroundType)}`;
