export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Headers of a generated download. The customer's client expects the file name as Base64 of its UTF-8 bytes, and reads the row count from `x-export-rows`. */
export const downloadHeaders = (name: string, rows?: number): Record<string, string> => ({
  'content-disposition': `attachment;filename=${Buffer.from(name).toString('base64')}`,
  'access-control-expose-headers': 'Content-Disposition, X-Export-Rows',
  'cache-control': 'no-store',
  ...(rows === undefined ? {} : { 'x-export-rows': String(rows) }),
})
