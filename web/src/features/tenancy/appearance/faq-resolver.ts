import { zodResolver } from '@hookform/resolvers/zod';
import { faqInput } from '#libs/contracts';

export default zodResolver(faqInput.element);
