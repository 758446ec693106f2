interface Detector {
  detect(source: HTMLVideoElement | ImageBitmap): Promise<ReadonlyArray<{ rawValue: string }>>
}
declare global {
  /** Chromium on Android has it; iPhones do not. */
  var BarcodeDetector: { new (options: { formats: readonly string[] }): Detector; getSupportedFormats(): Promise<readonly string[]> } | undefined
}
const FORMAT = 'qr_code'
/** QR decoder: the browser's own, else a lazily loaded library. Rejects if that fails to load. */
export async function codeReader(): Promise<Detector> {
  const formats = (await globalThis.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (globalThis.BarcodeDetector && formats.includes(FORMAT)) return new globalThis.BarcodeDetector({ formats: [FORMAT] })
  const own = await import('qr/decode.js')
  return new own.BarcodeDetector({ formats: [FORMAT] })
}
/** What the code in a picture says; undefined if there is none, or no picture. */
export async function textIn(picture: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(picture).catch(() => undefined)
  if (!bitmap) return undefined
  try {
    const [code] = await (await codeReader()).detect(bitmap)
    return code?.rawValue
  } catch {
    return undefined
  } finally {
    bitmap.close()
  }
}
