import { refineOutline, type Shape } from '../engine/shape.ts';

/** Where the near side of a head's outline lies at each height, for what grows on the jaw or the cheek of any skull. */
export function findNearEdge(head: Shape, heights: readonly number[]): number[] {
	const edge = refineOutline(head.outline, 4);
	return heights.map((y) => {
		let nearest = head.bounds.left;
		for (let i = 0, k = edge.length - 1; i < edge.length; k = i++) {
			const [ax, ay] = edge[k]!;
			const [bx, by] = edge[i]!;
			if (ay > y === by > y) continue;
			nearest = Math.max(nearest, ax + ((y - ay) / (by - ay)) * (bx - ax));
		}
		return nearest;
	});
}
