import { Button } from 'antd'
import { ScanLine } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Scanner } from './Scanner.tsx'

type ScanButtonProps = Omit<ComponentProps<typeof Scanner>, 'onClose'> & { children: string }
/** Button that opens the camera until it has read a code that is accepted. */
export function ScanButton({ children, onRead, ...scan }: ScanButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const read = (text: string): boolean => {
    const isTaken = onRead(text)
    if (isTaken) setOpen(false)
    return isTaken
  }
  return (
    <>
      <Button icon={<ScanLine size={15} />} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen ? <Scanner {...scan} onRead={read} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
