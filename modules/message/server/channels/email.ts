import type { Transporter } from 'nodemailer'
import { resolveOutbound } from '#server/base/outbound.ts'
import { type Carry, NotSent } from './channel.ts'

const TIMEOUT_MS = 20_000
export interface MailServer {
  host: string
  port: number
  auth?: { user: string; pass: string }
}
/** SMTP transport. The host is resolved and checked like all outbound addresses (SSRF); `close` ends it. */
export async function wayTo({ host, port, auth }: MailServer): Promise<Transporter> {
  const target = await resolveOutbound(host, port)
  const { createTransport } = await import('nodemailer') // large: loaded with the first mail
  return createTransport({
    host: target.address,
    port,
    secure: port === 465,
    tls: { servername: host },
    ...(auth ? { auth } : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
/** SMTP. */
export const email: Carry = async (_db, { to, title, content, address }, settings) => {
  const { smtpHost: host, smtpPort: port, smtpUser: user, smtpPassword: pass } = settings
  if (!to.email) throw new NotSent('账号没有邮箱')
  if (!host) throw new NotSent('没有设置邮件服务器')
  const way = await wayTo({ host, port, ...(user && pass ? { auth: { user, pass } } : {}) })
  try {
    const text = address ? `${content}\n\n${address}` : content
    const done = await way.sendMail({ from: settings.mailFrom || user || '', to: to.email, subject: title, text, textEncoding: 'base64' })
    return { state: 'sent', providerId: done.messageId.slice(0, 100), cost: null }
  } finally {
    way.close()
  }
}
