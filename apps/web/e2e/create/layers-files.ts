import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** HashLips' own example layers with their weights, as they lie in its repository. */
const traits: Readonly<Record<string, readonly string[]>> = {
	Background: ['Black#1', 'Blue#3', 'Green#5', 'Pink#7', 'Purple#9', 'Red#11', 'White#13', 'Yellow#15'],
	Eyeball: ['Red#50', 'White#50'],
	'Eye color': ['Cyan#1', 'Green#1', 'Pink#1', 'Purple#1', 'Red#10', 'Yellow#10'],
	Iris: ['Large#20', 'Medium#20', 'Small#60'],
	Shine: ['Shapes#100'],
	'Bottom lid': ['High#20', 'Low#40', 'Middle#40'],
	'Top lid': ['High#30', 'Low#20', 'Middle#50'],
};

const config = (size: number) => `const basePath = process.cwd();
const { MODE } = require(\`\${basePath}/constants/blend_mode.js\`);
const namePrefix = "Your Collection";
const layerConfigurations = [{
	growEditionSizeTo: ${size},
	layersOrder: [${Object.keys(traits)
		.map((name) => `{ name: "${name}" }`)
		.join(', ')}],
}];
const format = { width: 128, height: 128, smoothing: false };
module.exports = { format, layerConfigurations, namePrefix };
`;

/** A layer of one colour in an oval; the ground fills all of it. */
function drawLayer(layer: number, value: number, sizePx: number): Promise<Buffer> {
	const colour = `hsl(${(layer * 61 + value * 47) % 360} 70% ${35 + ((layer * 7 + value * 11) % 40)}%)`;
	const radius = sizePx / 2 - layer * (sizePx / 20) - value * 2;
	const shape =
		layer === 0
			? `<rect width="100%" height="100%" fill="${colour}"/>`
			: `<ellipse cx="50%" cy="50%" rx="${radius}" ry="${radius / (1 + layer / 4)}" fill="${colour}"/>`;
	return sharp(
		Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}">${shape}</svg>`),
	)
		.png()
		.toBuffer();
}

/** A HashLips project with its example layers that asks for so many images. Returns the folder. */
export async function writeHashLipsProject(
	parent: string,
	size: number,
	{ isBroken = false }: { readonly isBroken?: boolean } = {},
): Promise<string> {
	const folder = join(parent, 'hashlips_art_engine');
	const write = async (path: string, content: Buffer | string) => {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), content);
	};
	await write('src/config.js', config(size));
	await write('package.json', '{"name": "hashlips_art_engine"}');
	for (const [layer, [name, values]] of Object.entries(traits).entries()) {
		for (const [value, file] of values.entries()) {
			const sizePx = isBroken && layer === 1 && value === 0 ? 100 : 128;
			await write(`layers/${name}/${file}.png`, await drawLayer(layer, value, sizePx));
		}
	}
	return folder;
}
