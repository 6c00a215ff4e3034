import { QRCodeSVG } from 'qrcode.react';

/** A QR code. It is dark on white in both themes, because scanners require it. */
export default function PaymentCode({ link, label }: { link: string; label: string }) {
  return (
    <span role="img" aria-label={label} className="inline-block rounded-lg border bg-white p-4">
      <QRCodeSVG
        value={link}
        size={192}
        marginSize={0}
        level="M"
        bgColor="#ffffff"
        fgColor="#18181b"
        aria-hidden
      />
    </span>
  );
}
