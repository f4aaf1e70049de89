import { readFileSync, writeFileSync } from "node:fs"
import { crc32, deflateSync } from "node:zlib"

/** Writes a PNG again with the 256 colours it uses most, which more than halves it. The page is a blank one. */
export async function shrink(page, file) {
  const { width, height, palette, pixels } = await page.evaluate(
    reduce,
    `data:image/png;base64,${readFileSync(file, "base64")}`,
  )
  const indices = Buffer.from(pixels, "base64")
  // Each row begins with the number of its filter: none.
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) indices.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  writeFileSync(
    file,
    Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      chunk("IHDR", head),
      chunk("PLTE", Buffer.from(palette)),
      chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  )
}

// --- internal ---

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, sum])
}

/** Runs in the browser, which knows how to read a picture. */
async function reduce(url) {
  const image = Object.assign(new Image(), { src: url })
  await image.decode()
  const { width, height } = image
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d")
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const colourAt = (i) => (data[i] << 16) | (data[i + 1] << 8) | data[i + 2]
  const partsOf = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]

  const counts = new Map()
  for (let i = 0; i < data.length; i += 4) counts.set(colourAt(i), (counts.get(colourAt(i)) ?? 0) + 1)
  const chosen = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([colour]) => partsOf(colour))
  const nearest = new Map()
  for (const colour of counts.keys()) {
    const [r, g, b] = partsOf(colour)
    let best = 0
    let least = Infinity
    chosen.forEach(([x, y, z], i) => {
      const distance = (r - x) ** 2 + (g - y) ** 2 + (b - z) ** 2
      if (distance < least) [best, least] = [i, distance]
    })
    nearest.set(colour, best)
  }
  let text = ""
  for (let i = 0; i < data.length; i += 4) text += String.fromCharCode(nearest.get(colourAt(i)))
  return { width, height, palette: chosen.flat(), pixels: btoa(text) }
}
