import { Findings } from './findings.ts';
import type { LayerFinding } from './layer-project.ts';
import { describePixels, type PngInspection } from './png-file.ts';

/** What the pictures of a project turned out to be. */
export interface PictureCheck {
	/** Of the most pictures; null where none can be drawn. */
	readonly size: { readonly width: number; readonly height: number } | null;
	/** Errors alone: with one of them the project cannot be drawn. */
	readonly findings: readonly LayerFinding[];
}

/**
 * Compares what `inspectPng` says of each picture of a project: all have to be still PNG files of one size. Where sizes
 * differ, those that differ from the most are named.
 *
 * @param pictures by path; one that is not there is a file that could not be read
 */
export function checkPictures(
	picturePaths: readonly string[],
	pictures: ReadonlyMap<string, PngInspection>,
): PictureCheck {
	const findings = new Findings();
	const bySize = new Map<string, { readonly width: number; readonly height: number; readonly paths: string[] }>();
	for (const path of picturePaths) {
		const picture = pictures.get(path);
		if (picture?.kind === 'png') {
			const { width, height } = picture;
			const key = `${width}x${height}`;
			const group = bySize.get(key) ?? { width, height, paths: [] };
			group.paths.push(path);
			bySize.set(key, group);
			continue;
		}
		const reason = picture?.kind === 'refused' ? picture.reason : 'could not be read';
		findings.addTo(reason, { name: path, path }, (names, count) => describeRefused(names, count, reason), 'error');
	}
	// Of equally many the larger one: what is missing is more likely a few layers that were scaled down.
	const groups = [...bySize.values()].sort(
		(left, right) => right.paths.length - left.paths.length || right.width * right.height - left.width * left.height,
	);
	const [main, ...others] = groups;
	for (const { paths, ...size } of others) {
		for (const path of paths) {
			const describe = (names: string) =>
				`All layers need one size. Most are ${describePixels(main!)}, but ${describePixels(size)}: ${names}.`;
			findings.addTo(describePixels(size), { name: path, path }, describe, 'error');
		}
	}
	return { size: main ? { width: main.width, height: main.height } : null, findings: findings.toList() };
}

function describeRefused(names: string, count: number, reason: string): string {
	return count === 1 ? `${names} ${reason}.` : `${names}: each ${reason}.`;
}
