import { t } from '#web/i18n/index.ts'

/** Illustration of empty states: two hills and a small sun. */
export function SmallHills() {
  return (
    <svg width="92" height="52" viewBox="0 0 92 52" fill="none" aria-hidden="true">
      <path d="M4 46C16 20 24 12 32 12s14 18 24 34" fill="var(--ql-blue-bg2)" />
      <path d="M30 46c10-16 18-26 28-26s20 14 30 26" fill="var(--ql-qing-border)" opacity=".6" />
      <path d="M2 46h88" stroke="var(--ql-border)" strokeWidth="1.5" strokeLinecap="round" />
      <circle cx="74" cy="10" r="5" fill="var(--ql-ochre-border)" />
    </svg>
  )
}
/** Empty state: the customer's words below the illustration. `hint` says what to do about it. */
export function NoData({ text, hint }: { text?: string; hint?: string }) {
  return (
    <div style={{ padding: '20px 12px', textAlign: 'center' }}>
      <SmallHills />
      <div style={{ fontWeight: 600, color: 'var(--ql-ink1)' }}>{text ?? t('暂无数据~')}</div>
      {hint && <div style={{ color: 'var(--ql-ink4)', marginTop: 4 }}>{hint}</div>}
    </div>
  )
}
