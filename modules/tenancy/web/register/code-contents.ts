/** Content of a registration code, decoded in the browser to show mistakes early. The signature is verified by the server only. */
export interface Said {
  schoolName: string
  edition: string
  maxStudents: number
  expireDate: string
}
export function saidIn(code: string): Said | undefined {
  const [mark, payload = '', signature = ''] = code
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200d\ufeff]/g, '')
    .split('.')
  if (mark !== 'QL1' || !signature) return undefined
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0))
    const said = JSON.parse(new TextDecoder().decode(bytes)) as Said
    return typeof said.schoolName === 'string' && typeof said.expireDate === 'string' ? said : undefined
  } catch {
    return undefined
  }
}
