import { useState } from 'react';
import { Pencil } from 'lucide-react';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { Confirm, Dialog, DialogBody, DialogFooter } from '../../components/ui/overlay/dialog';
import { Field } from '../../components/ui/form/field';
import { Input } from '../../components/ui/form/input';
import { Menu } from '../../components/ui/overlay/menu';
import { Money } from '../../components/ui/money';
import { SidePanel } from '../../components/ui/overlay/side-panel';
import { Tooltip } from '../../components/ui/overlay/tooltip';
import { toast, toastError } from '../../lib/toast';
import { Row } from './frame';

export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'panel' | null>(null);
  const close = () => {
    setOpen(null);
  };
  return (
    <Card title="What floats">
      <Row>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Button onClick={() => setOpen('panel')}>Side panel</Button>
        <Button
          onClick={() =>
            toast('Pledge Created', 'Your annual pledge has been successfully created!')
          }
        >
          Toast
        </Button>
        <Button onClick={() => toastError('Failed to create pledge. Please try again.')}>
          Destructive toast
        </Button>
        <Tooltip text="After 700 ms">
          <Button>Tooltip</Button>
        </Tooltip>
        <Menu
          trigger={<Button>Menu</Button>}
          entries={[
            { kind: 'item', label: 'Edit', icon: Pencil, onSelect: () => toast('Edit') },
            { kind: 'item', label: 'Delete', danger: true, onSelect: () => toast('Delete') },
          ]}
        />
      </Row>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="Dialog"
        description="Asks before typed text is lost."
        dirty
      >
        <DialogBody>
          <Field label="Name">{(props) => <Input {...props} />}</Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={close}>
            Save
          </Button>
        </DialogFooter>
      </Dialog>
      <Confirm
        open={open === 'confirm'}
        onOpenChange={close}
        title="Delete this donation?"
        description="This voids $250.00."
        confirm="Delete $250.00"
        onConfirm={close}
      />
      <SidePanel
        open={open === 'panel'}
        onClose={close}
        title="Ruth Alvarez"
        description="Giving in 2025"
        footer={<Button>Edit</Button>}
      >
        <p className="text-figure">
          <Money amount="1234.50" figure />
        </p>
      </SidePanel>
    </Card>
  );
}
