interface Detector {
  detect(source: HTMLVideoElement): Promise<ReadonlyArray<{ rawValue: string }>>
}
declare global {
  /** Of Chromium on phones; other browsers leave codes to the system's own camera. */
  var BarcodeDetector: { new (options: { formats: readonly string[] }): Detector; getSupportedFormats(): Promise<readonly string[]> } | undefined
}
const FORMAT = 'qr_code'
/** What reads codes off a picture, where this browser has it. */
export async function codeReader(): Promise<Detector | undefined> {
  const formats = (await globalThis.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  return globalThis.BarcodeDetector && formats.includes(FORMAT) ? new globalThis.BarcodeDetector({ formats: [FORMAT] }) : undefined
}
