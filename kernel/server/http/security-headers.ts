/** Security headers of every response, built once. Documents get the full policy; API responses and assets are no documents and get a minimal one. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join(';')
export interface SecurityHeaders {
  document: Readonly<Record<string, string>>
  answer: Readonly<Record<string, string>>
}
export function securityHeaders(secure: boolean): SecurityHeaders {
  const common = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    ...(secure ? { 'strict-transport-security': 'max-age=15552000; includeSubDomains' } : {}),
  }
  return {
    document: {
      ...common,
      'content-security-policy': POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    },
    answer: { ...common, 'content-security-policy': "default-src 'none';frame-ancestors 'none'" },
  }
}
