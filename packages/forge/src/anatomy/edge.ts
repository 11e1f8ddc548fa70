import { refineOutline, type Shape } from '../engine/shape.ts';

function findEdge(head: Shape, heights: readonly number[], side: 1 | -1): number[] {
	const edge = refineOutline(head.outline, 4);
	const inmost = side > 0 ? head.bounds.left : head.bounds.right;
	return heights.map((y) => {
		let outmost = inmost * side;
		for (let i = 0, k = edge.length - 1; i < edge.length; k = i++) {
			const [ax, ay] = edge[k]!;
			const [bx, by] = edge[i]!;
			if (ay > y === by > y) continue;
			outmost = Math.max(outmost, (ax + ((y - ay) / (by - ay)) * (bx - ax)) * side);
		}
		return outmost * side;
	});
}

/** Where the near side of a head's outline lies at each height, for what grows on the jaw or the cheek of any skull. */
export const findNearEdge = (head: Shape, heights: readonly number[]): number[] => findEdge(head, heights, 1);

/** Where its far side lies. */
export const findFarEdge = (head: Shape, heights: readonly number[]): number[] => findEdge(head, heights, -1);
