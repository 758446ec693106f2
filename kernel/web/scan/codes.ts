interface Detector {
  detect(source: HTMLVideoElement): Promise<ReadonlyArray<{ rawValue: string }>>
}
declare global {
  /** Of Chromium on phones; iPhones have none. */
  var BarcodeDetector: { new (options: { formats: readonly string[] }): Detector; getSupportedFormats(): Promise<readonly string[]> } | undefined
}
const FORMAT = 'qr_code'
/** What reads codes off a picture: the browser's own, else one that is loaded now. Rejects where that cannot be loaded. */
export async function codeReader(): Promise<Detector> {
  const formats = (await globalThis.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (globalThis.BarcodeDetector && formats.includes(FORMAT)) return new globalThis.BarcodeDetector({ formats: [FORMAT] })
  const own = await import('qr/decode.js')
  return new own.BarcodeDetector({ formats: [FORMAT] })
}
