/** Pictures with no longer side are pixel art: what is lost or blurred in so small a one is seen, and nothing is saved by it. */
export const pixelArtMaxPx = 96;
