import { Button } from 'antd'
import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import type { About } from '#web/pages/pages.ts'
import style from './help.module.css'

/** The “?” beside a title: what the page is for, who sees what, what to do first. */
export function Help({ of }: { of: () => About }) {
  const [isOpen, setOpen] = useState(false)
  const { use, who, first } = of()
  const parts = [
    [t('这一页做什么'), use],
    [t('谁能看到'), who],
    [t('先做什么'), first],
  ]
  return (
    <>
      <Button
        type="text"
        className={classes(style.mark)}
        icon={<CircleQuestionMark size={18} strokeWidth={1.75} />}
        aria-label={t('这一页怎么用')}
        title={t('这一页怎么用')}
        onClick={() => setOpen(true)}
      />
      <Dialog open={isOpen} title={t('这一页怎么用')} leave={t('知道了')} onClose={() => setOpen(false)}>
        <dl className={style.about}>
          {parts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  )
}
