const STEP = { x: 220, y: 150 }
/** Draws the reader's account and time over every page of a sensitive PDF; throws for an unreadable PDF. The large library is loaded lazily. */
export async function watermarked(pdf: Uint8Array, words: string): Promise<Uint8Array> {
  const { degrees, PDFDocument, rgb, StandardFonts } = await import('@cantoo/pdf-lib')
  const doc = await PDFDocument.load(pdf, { ignoreEncryption: true, updateMetadata: false })
  const font = await doc.embedFont(StandardFonts.Helvetica)
  for (const page of doc.getPages()) {
    const { width, height } = page.getSize()
    for (let x = 20; x < width; x += STEP.x)
      for (let y = 30; y < height; y += STEP.y) page.drawText(words, { x, y, size: 11, font, color: rgb(0.5, 0.5, 0.5), opacity: 0.28, rotate: degrees(24) })
  }
  return doc.save()
}
