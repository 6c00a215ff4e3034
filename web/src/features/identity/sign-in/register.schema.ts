import { zodResolver } from '@hookform/resolvers/zod';
import { registerRequest } from '#libs/contracts';

export default zodResolver(registerRequest);
