import { Button } from 'antd'
import { Check, Copy as CopyIcon } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/i18n/index.ts'

/** Copies a text; without clipboard access it can be selected. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [done, setDone] = useState(false)
  const copy = () => {
    navigator.clipboard
      ?.writeText(text)
      .then(() => setDone(true))
      .catch(() => setDone(false))
  }
  return (
    <Button size="small" icon={done ? <Check size={14} /> : <CopyIcon size={14} />} onClick={copy}>
      <span aria-live="polite">{done ? t('已复制') : label}</span>
    </Button>
  )
}
