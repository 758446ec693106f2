import { ConfigProvider, Drawer } from 'antd'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { PanelProps } from './Panel.tsx'
import { useNarrow } from './useNarrow.ts'
import './feedback.css'

/** The antd drawer behind `Panel.tsx`. */
export default function PanelDrawer({ open, title, onClose, afterClose, size = 480, footer, extra, children }: PanelProps) {
  const narrow = useNarrow()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      afterOpenChange={now => !now && afterClose?.()}
      title={title}
      extra={narrow ? undefined : extra}
      placement={narrow ? 'bottom' : 'right'}
      size={narrow ? '92dvh' : size}
      rootClassName={narrow ? 'ql-panel ql-panel-low' : 'ql-panel'}
      closable={{ placement: 'end', 'aria-label': t('关闭') }}
      closeIcon={<X size={18} />}
      footer={narrow ? large(footer) : footer}
      destroyOnHidden
    >
      {narrow ? large(<Low acts={extra}>{children}</Low>) : children}
    </Drawer>
  )
}
/** The buttons of its head stand above its content, where there is room for all of them. */
const Low = ({ acts, children }: { acts: ReactNode; children: ReactNode }) =>
  acts ? (
    <Stack>
      <Row>{acts}</Row>
      <div>{children}</div>
    </Stack>
  ) : (
    children
  )
/** Larger inputs and buttons for touch. */
const large = (content: ReactNode): ReactNode => (content ? <ConfigProvider componentSize="large">{content}</ConfigProvider> : null)
